/** Each is a few milliseconds of a fast processor: short of what Lighthouse calls a long task on its four times slower one. */
const turns = 4;

/**
 * Lays out what lies below the first screen, in turns: whatever the visitor does meanwhile is answered between two of
 * them. Until its turn comes a part has an estimated height only (app/styles/turns.css).
 * Takes what is to be done after the last.
 */
export function layOutInTurns(then: () => void): void {
  const waiting = [...document.querySelectorAll<HTMLElement>('[data-in-turn]')];
  const share = Math.ceil(waiting.length / turns);
  function takeTurn(): void {
    for (const part of waiting.splice(0, share)) delete part.dataset.inTurn;
    // Asked for here, so that it is not done in one piece with the next turn's.
    document.body.getBoundingClientRect();
    if (waiting.length === 0) then();
    else setTimeout(takeTurn);
  }
  setTimeout(takeTurn);
}

/** Lays out the verses, which calls for their face: it comes after those of the first screen. */
export function layOutVerses(): void {
  delete document.documentElement.dataset.turns;
}
