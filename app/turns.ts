/** Each is a few milliseconds of a fast processor: short of what Lighthouse calls a long task on its four times slower one. */
const turns = 4;

/**
 * Lays out what lies below the first screen, in turns after the first paint: whatever the visitor does meanwhile is
 * answered between two of them. Until its turn comes a part has an estimated height only (app/styles/turns.css).
 */
export function layOutInTurns(): void {
  const waiting = [...document.querySelectorAll<HTMLElement>('[data-in-turn]')];
  const share = Math.ceil(waiting.length / turns);
  function takeTurn(): void {
    for (const part of waiting.splice(0, share)) delete part.dataset.inTurn;
    if (waiting.length === 0) return;
    // Asked for here, so that it is not done in one piece with the next turn's.
    document.body.getBoundingClientRect();
    setTimeout(takeTurn);
  }
  takeTurn();
}
