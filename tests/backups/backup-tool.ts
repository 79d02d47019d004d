/** Where the parts of a drill's PostgreSQL are. */
export interface ClusterLayout {
  /** Folder of initdb and PostgreSQL's other programs. */
  binaries: string;
  /** Holds the two disks and the sockets. */
  folder: string;
  /** The cluster's files, on the disk that is lost. */
  data: string;
  /** The other disk: the backups, and in `wal` the WAL that the receiver wrote. */
  backups: string;
  port: number;
}

/** Makes base backups of a cluster and restores them. */
export interface BackupTool {
  /** Lines of postgresql.conf. */
  configuration: string;
  /** Environment of the server, whose commands archive and fetch its log. */
  environment: Record<string, string>;
  /** Whether it also has the WAL from before the last restore, so that a backup older than that restore can be used. */
  keepsOlderWal: boolean;
  /** Called once, when the cluster runs for the first time. */
  begin(): Promise<void>;
  backUp(): Promise<void>;
  /** @throws Error when a file of a backup is missing or damaged */
  verify(): Promise<void>;
  /** Restores the last backup into the empty data folder, so that PostgreSQL replays the WAL to its end when it starts. */
  restore(): Promise<void>;
}
