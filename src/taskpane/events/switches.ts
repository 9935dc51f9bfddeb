import { Observable } from '../observable';
import type { Remembered } from '../remembered';
import { NEWS_KINDS, type NewsKind } from './news-kinds';

const NAME = 'news-off';

/** Which kinds of news a person does not want to be told of; remembered beyond the page. */
export class NewsSwitches {
  readonly off: Observable<ReadonlySet<NewsKind>>;

  constructor(private readonly remembered: Remembered) {
    const kept = (remembered.read(NAME) ?? '').split(',');
    this.off = new Observable(new Set(NEWS_KINDS.filter((kind) => kept.includes(kind))));
  }

  turn(kind: NewsKind, on: boolean): void {
    const off = new Set(this.off.get());
    if (on) off.delete(kind);
    else off.add(kind);
    this.remembered.keep(NAME, [...off].join());
    this.off.set(off);
  }
}
