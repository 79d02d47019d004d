/** Where a PostgreSQL of the drills has its parts. */
export interface Place {
  /** Folder of initdb and its kin. */
  binaries: string;
  /** Holds the two disks, and sockets. */
  folder: string;
  /** The cluster's files, on the disk that is lost. */
  data: string;
  /** The other disk: backups, and in `wal` what the receiver has. */
  backups: string;
  port: number;
}

/** What makes base backups of a cluster and lays them back. */
export interface Keeper {
  /** Lines of postgresql.conf. */
  configuration: string;
  /** Environment of the server, whose commands archive and fetch its log. */
  environment: Record<string, string>;
  /** Whether it has the log of before the last restore too: a backup older than that can be restored. */
  keepsLog: boolean;
  /** What is done once, when the cluster runs for the first time. */
  begin(): Promise<void>;
  backUp(): Promise<void>;
  /** @throws Error when a file of a backup is missing or damaged */
  verify(): Promise<void>;
  /** Lays the last backup into the empty data folder, so that PostgreSQL's start replays the log up to its end. */
  restore(): Promise<void>;
}
