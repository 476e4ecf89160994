// In which of our languages a text is written, from its letters.

/** Enough Korean or Japanese letters among the others: names and code are Latin everywhere. */
const share = 0.15;

export function contentLanguage(texts: readonly (string | undefined)[]): 'en' | 'ko' | 'ja' {
  const text = texts.join(' ').slice(0, 20_000);
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  const hangul = count(/\p{Script=Hangul}/gu);
  const kana = count(/[\p{Script=Hiragana}\p{Script=Katakana}]/gu);
  const han = count(/\p{Script=Han}/gu);
  const letters = count(/\p{Letter}/gu);
  if (letters === 0) {
    return 'en';
  }
  if (hangul / letters >= share && hangul >= kana) {
    return 'ko';
  }
  return kana > 0 && (kana + han) / letters >= share ? 'ja' : 'en';
}
