/** How much a worker does before it ends by itself: for so long, or until this many emails were claimed. */
export interface Turn {
  ms: number;
  emails: number;
}

/**
 * How much one turn of a function may do; a server's worker has no end. When it is over nothing more is claimed, and what is under
 * way is finished. @param turn undefined for no end
 */
export function createTurnBudget(turn: Turn | undefined, onEnd: () => void) {
  const { ms = Infinity, emails = Infinity } = turn ?? {};
  const endsAt = performance.now() + ms;
  let taken = 0;
  let isOver = false;

  function end(): void {
    isOver = true;
    onEnd();
  }

  return {
    end,
    isOver: () => isOver,
    endsWithin: (wanted: number) => performance.now() + wanted > endsAt,
    /** Takes one email of the budget. Returns false when there is none left. */
    takeOne(): boolean {
      if (turn && (taken >= emails || performance.now() >= endsAt)) end();
      if (isOver) return false;
      taken += 1;
      return true;
    },
    /** Nothing was claimed after all, so the budget is as before. */
    giveBack(): void {
      taken -= 1;
    },
  };
}
