/** The words on the hero’s drawing. */
export interface DayContent {
  label: string;
}

export const day: DayContent = {
  label:
    'An example of a day, drawn as the path of the sun, with the five prayers and the tasks between them on it',
};
