/** Which people are meant: all of what is given holds. `waitlist.filter_from` reads its JSON, `waitlist.filter_as_json` writes it. */
export interface PeopleFilter {
  /** How they heard of us. */
  source: string | null;
  /** When they first joined, in ISO 8601: from then on, and before then. */
  joinedSince: string | null;
  joinedUntil: string | null;
  /** Names of announcements: each of these has reached them, or may have. */
  sent: string[];
  /** None of these has. */
  notSent: string[];
}

export const everybody: PeopleFilter = {
  source: null,
  joinedSince: null,
  joinedUntil: null,
  sent: [],
  notSent: [],
};
