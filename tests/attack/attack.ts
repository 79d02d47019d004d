import type { AttackedServer } from './attacked-server.ts';
import type { Visit } from './visitor.ts';

/** What an attack tells of itself, beside what the visitor met. */
export interface Report {
  /** Requests, or connections where those are the weapon, that were really sent. */
  requests: number;
  /** What must not be, in plain words; none when the server held. */
  broken: string[];
  /** Figures worth printing below the table. */
  notes: string[];
  /** From when on visitors count for the share that gets in; without it all do. Milliseconds as Date.now gives them. */
  shareFrom?: number;
}

export interface Attack {
  name: string;
  settings: Record<string, string>;
  /** How visitors show an address of their own: in X-Forwarded-For (one proxy), or by the socket they come from. */
  visitorsBy: 'header' | 'socket';
  /** What has to be in place before the first visitor comes. */
  prepare?(attacked: AttackedServer): Promise<void>;
  run(attacked: AttackedServer): Promise<Report>;
  /** What of the visits breaks a bound; without it the usual bounds hold. */
  judge?(visits: Visit[], attacked: AttackedServer): Promise<string[]>;
}
