/**
 * Remembers the answers of one pure function by a text that stands for what it was asked: for what costs much and is asked of few things again
 * and again, as products, units and names in a file of trades. It begins anew when it knows `countMax`.
 */
export function remembering<T>(countMax = 2_000): (key: string, answerOf: () => T) => T {
  const known = new Map<string, { readonly answer: T }>();
  return (key, answerOf) => {
    const before = known.get(key);
    if (before) return before.answer;
    const answer = answerOf();
    if (known.size >= countMax) known.clear();
    known.set(key, { answer });
    return answer;
  };
}
