export interface PolicySection {
  id: string;
  title: string;
  paragraphs: readonly string[];
  points?: readonly { term: string; text: string }[];
}
