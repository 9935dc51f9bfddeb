import { readErrors, type ServiceError } from '../../src/contract/service/api-error';
import { at, fieldsOf, jsonOf, listOf, type Fields } from '../fields';

/** An answer of the service, whatever it is. Header names are lower case. */
export class Reply {
  constructor(
    readonly status: number,
    readonly headers: Readonly<Record<string, string | string[] | undefined>>,
    readonly text: string,
    /** Where the records of a list stand: a dotted path, `lists.items` of the profile; empty for the one array. */
    private readonly listAt = '',
  ) {}

  get ok(): boolean {
    return this.status >= 200 && this.status < 300;
  }

  /** The body as JSON; `undefined` when it is none. */
  get json(): unknown {
    return jsonOf(this.text);
  }

  get fields(): Fields {
    return fieldsOf(this.json);
  }

  /** The records of a list: an array, or the one array of an object. */
  get items(): readonly Fields[] {
    return listOf(this.list).map(fieldsOf);
  }

  get isList(): boolean {
    return this.ok && this.list !== undefined;
  }

  private get list(): unknown {
    const body = this.json;
    if (this.listAt !== '') return arrayOrNothing(at(body, ...this.listAt.split('.')));
    if (Array.isArray(body)) return listOf(body);
    const [only, ...more] = Object.values(fieldsOf(body)).filter((value) => Array.isArray(value));
    return more.length === 0 ? only : undefined;
  }

  get errors(): readonly ServiceError[] {
    return readErrors(this.text);
  }

  /** The status, and for an error its first sentence. */
  get summary(): string {
    const [first] = this.ok ? [] : this.errors;
    return first ? `${this.status}: ${first.message}` : String(this.status);
  }
}

const arrayOrNothing = (value: unknown): unknown => (Array.isArray(value) ? value : undefined);
