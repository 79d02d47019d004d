/**
 * Holds the style sheets to the tokens' colours, and to the browsers that the site is made for: a feature newer than Baseline
 * 2022 is listed here, or where it is used, and the site works without it (docs/decisions/0016-browsers.md). The build unnests
 * rules.
 */
const enhancements = {
  ignoreAtRules: ['container'],
  ignoreFunctions: ['light-dark'],
  ignoreProperties: {
    'backdrop-filter': ['/./'],
    'contain-intrinsic-block-size': ['/./'],
    'container-type': ['/./'],
    'content-visibility': ['/./'],
    'hyphenate-limit-chars': ['/./'],
    'grid-template': ['/subgrid/'],
    hyphens: ['/./'],
    'interpolate-size': ['/./'],
    'mask-image': ['/./'],
    'offset-anchor': ['/./'],
    outline: ['/./'],
    'overscroll-behavior': ['/./'],
    'scrollbar-width': ['/./'],
    'text-size-adjust': ['/./'],
    'text-wrap': ['/./'],
    'user-select': ['/./'],
  },
  ignoreSelectors: ['details-content', 'has', 'marker', 'nesting', 'popover-open', 'selection'],
};

export default {
  plugins: ['stylelint-plugin-use-baseline'],
  rules: {
    'color-named': ['never', { ignoreProperties: ['mask-image'] }],
    'color-no-hex': true,
    'function-disallowed-list': ['/^(rgb|hsl)a?$/', 'hwb', '/^(ok)?(lab|lch)$/', 'color'],
    'plugin/use-baseline': [true, { available: 2022, ...enhancements }],
  },
  overrides: [{ files: ['app/styles/tokens.css'], rules: { 'color-no-hex': null } }],
};
