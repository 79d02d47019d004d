/** The words of the night that Health draws beside sleep (app/drawings/night-path.tsx). */
export const nightPath = {
  label: 'A night from Isha to Fajr, with bedtime counted back from Fajr',
  bedtime: 'Bedtime',
} as const;
