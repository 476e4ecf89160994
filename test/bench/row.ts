/** One line of the benchmark: what it costs, and how many times as much as its baseline. */
export interface Row {
  readonly name: string;
  readonly median: number;
  readonly unit: 'ms' | 'MB' | '';
  readonly baseline: string;
  readonly ratio: number;
}
