// Whether a prompt says what to do, or only that it should go on.

/** In lower case, without marks; what consists of these only is no goal. */
const briefWords = new Set(
  (
    'a an and b c d e y yes yeah yep yup no nope n ok okay okey k sure fine good great nice cool perfect right ' +
    'correct exactly continue cont go going on ahead proceed do it that this so just keep resume next ' +
    'please pls thanks thank you thx ty lgtm looks look sounds all now then again more try retry run ' +
    'approve approved accept accepted confirm confirmed agreed start begin carry with the first second third ' +
    'option one two three work working what status hi hello hey there ' +
    '네 넵 넹 예 응 어 ㅇ ㅇㅇ ㅇㅋ 그래 그래요 좋아 좋아요 좋습니다 맞아 맞아요 오케이 계속 계속해 계속해줘 계속해주세요 계속하세요 ' +
    '계속해서 진행 진행해 진행해줘 진행해주세요 진행하세요 해 해줘 해주세요 그렇게 그대로 부탁해 부탁해요 부탁합니다 다음 다시 ' +
    '고마워 고마워요 감사 감사합니다 확인 승인 이어서 시작 시작해 시작해줘 안녕 아니 아니요 주세요 줘 하세요 ' +
    'はい うん ええ ok 了解 了解です 承知 承知しました お願い お願いします おねがいします 続けて 続けてください 続き 続行 続行して ' +
    '続行してください 進めて 進めてください 次 次へ いいよ いいね いいです 良い よい 良いです それで それでお願いします ありがとう ' +
    'ありがとうございます いいえ 大丈夫 大丈夫です やって やってください どうぞ 再開 再開して 再開してください 確認 承認 こんにちは ください'
  ).split(' '),
);

export function isSubstantial(text: string): boolean {
  if (text.length > 200) {
    return true;
  }
  const words = text
    .toLowerCase()
    .normalize('NFC')
    .split(/[\s\p{P}\p{S}]+/u)
    .filter((word) => word !== '');
  return words.some((word) => !briefWords.has(word) && !/^\d{1,2}$/.test(word));
}
