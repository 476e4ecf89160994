// Whether a prompt says what to do, only that it should go on, or asks something in between.

import { betweenWords } from './letterRanges';

/** In lower case, without marks; what consists of these only is no goal. */
const briefWords = new Set(
  (
    'a an and b c d e y yes yeah yep yup no nope n ok okay okey k sure fine good great nice cool perfect right ' +
    'correct exactly continue cont go going on ahead proceed do it that this so just keep resume next ' +
    'please pls thanks thank you thx ty lgtm looks look sounds all now then again more try retry run ' +
    'approve approved accept accepted confirm confirmed agreed start begin carry with the first second third ' +
    'option one two three work working what status hi hello hey there ' +
    'ㄱ ㄱㄱ 고고 가자 안녕하세요 하이 계속하자 진행하자 진행합시다 그렇게 하자 해주십시오 계속해주십시오 ' +
    '네 넵 넹 예 응 어 ㅇ ㅇㅇ ㅇㅋ 그래 그래요 좋아 좋아요 좋습니다 맞아 맞아요 오케이 계속 계속해 계속해줘 계속해주세요 계속하세요 ' +
    '계속해서 진행 진행해 진행해줘 진행해주세요 진행하세요 해 해줘 해주세요 그렇게 그대로 부탁해 부탁해요 부탁합니다 다음 다시 ' +
    '고마워 고마워요 감사 감사합니다 확인 승인 이어서 시작 시작해 시작해줘 안녕 아니 아니요 주세요 줘 하세요 ' +
    'おはよう おはようございます こんばんは どうも よろしく いきましょう 行きましょう いこう 行こう しましょう 進めましょう 続けましょう やりましょう ' +
    'そう それ その そのまま で その方針で そうして で進めて で続けて ' +
    'はい うん ええ ok 了解 了解です 承知 承知しました お願い お願いします おねがいします 続けて 続けてください 続き 続行 続行して ' +
    '続行してください 進めて 進めてください 次 次へ いいよ いいね いいです 良い よい 良いです それで それでお願いします ありがとう ' +
    'ありがとうございます いいえ 大丈夫 大丈夫です やって やってください どうぞ 再開 再開して 再開してください 確認 承認 こんにちは ください'
  ).split(' '),
);

/** Whom it is said to; but "run codex" is about it. */
const addressed = new Set(
  (
    'claude codex gemini qwen 클로드 클로드야 클로드님 코덱스 코덱스야 코덱스님 제미나이 제미나이야 제미나이님 ' +
    'クロード クロードさん コーデックス コーデックスさん ジェミニ ジェミニさん'
  ).split(' '),
);
const beforeObject = new Set(
  'a an the this that do run start begin try retry resume with'.split(' '),
);

const separator = new RegExp(`[${betweenWords}]+`);

/** Of a question about the assistant itself, with the words above: who it is, or what. */
const assistantWords = new Set(
  (
    'you your model llm ai assistant bot claude codex gemini qwen gpt opus sonnet haiku ' +
    '너 너는 넌 당신 당신은 누구 누구야 누구니 누구세요 누구인가요 모델 모델은 모델이 모델이야 모델이니 모델이에요 모델인가요 모델입니까 ' +
    'あなた 君 誰 だれ モデル'
  ).split(' '),
);
const wordsAround = new Set(
  (
    'are is am s re i which who whose how version name made ready using running talking to an or called my ' +
    '무슨 어떤 어느 뭐 뭐야 뭐니 뭐예요 무엇인가요 이름이 는 은 ' +
    'は 何 なに どの どんな 何の なんの です ですか か なの 名前 の 使って います いますか'
  ).split(' '),
);

export function isSubstantial(text: string): boolean {
  if (text.length > 200) {
    return true;
  }
  const words = text
    .toLowerCase()
    .normalize('NFC')
    .split(separator)
    .filter((word) => word !== '');
  return (
    words.some((word, index) => !isBrief(word, words[index - 1])) &&
    !((isShortQuestion(text) || whoOrWhat.test(text.trim())) && isAboutAssistant(words))
  );
}

function isBrief(word: string, before = ''): boolean {
  const isKnown = (part: string) =>
    briefWords.has(part) || (addressed.has(part) && !beforeObject.has(before));
  return isMadeOf(word, isKnown) || /^\d{1,2}$/.test(word);
}

/** Many leave the mark out. */
const whoOrWhat =
  /^(?:(?:hi|hello|hey|so|and|ok|okay)[ ,.!]+)*(?:who|what|which|how)\b|누구|무슨|어떤|어느|뭐|誰|だれ|何|どの/i;

/** "What model are you?": whoever asks that has not said yet what to do. */
function isAboutAssistant(words: readonly string[]): boolean {
  let isNamed = false;
  const isOfIt = (word: string): boolean => {
    const isName = assistantWords.has(word);
    isNamed ||= isName;
    return isName || wordsAround.has(word) || briefWords.has(word);
  };
  return words.every((word) => isMadeOf(word, isOfIt)) && isNamed;
}

/** Korean may, and Japanese does write them without spaces. */
function isMadeOf(word: string, isKnown: (part: string) => boolean): boolean {
  return isKnown(word) || (!/[ -~]/.test(word) && isJoined(word, isKnown));
}

function isJoined(word: string, isKnown: (part: string) => boolean): boolean {
  const reached = [true];
  for (let end = 1; end <= word.length; end++) {
    reached[end] = reached.some((isStart, start) => isStart && isKnown(word.slice(start, end)));
  }
  return reached[word.length] === true;
}

const longestQuestion = 120;
const startOfQuestion =
  /^(?:why|what(?:['’]s| is| are| was| were| did| does| do| happened)|how (?:did|does|do|is|are|many|much|long))\b/i;
/** A question in form only: something is to be done. */
const politeRequest =
  /\b(?:can|could|would|will) (?:you|we)\b|\bplease\b|\b(?:how|what) about\b|\bwhy (?:not|don['’]t)\b|줄래|줄 ?수|주실|주시겠|할까|하는 ?게 ?어때|くれ|もらえ|いただけ|頂け|ください|しませんか|ましょうか/i;

/** Whoever asks something in between has not changed their goal. */
export function isShortQuestion(text: string): boolean {
  const words = text.trim();
  return (
    words.length <= longestQuestion &&
    !words.includes('\n') &&
    (/[?？]$/.test(words) || startOfQuestion.test(words)) &&
    // Another sentence before it may say what to do.
    !/[.!。！](?=\s|[^ -~])/.test(words.slice(0, -1)) &&
    !politeRequest.test(words)
  );
}
