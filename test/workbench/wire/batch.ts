import type { Answer } from '../memory-page';

// The numbers of the wire, as the pinned library sends them.
export const INSTANTIATE = 1;
export const QUERY = 2;
export const METHOD = 3;
export const SET = 4;
export const TRACE = 5;
export const ROOT = { ObjectPathType: 1 };
export const NEW_OBJECT = 2;
export const CALL = 3;
export const PROPERTY = 4;
export const INDEXER = 5;
export const REFERENCE = 6;

export const sheets = { ObjectPathType: PROPERTY, Name: 'Worksheets', ParentObjectPathId: 1 };
export const method = (parent: number, name: string, ...args: unknown[]) => ({
  ObjectPathType: CALL,
  Name: name,
  ParentObjectPathId: parent,
  ArgumentInfo: { Arguments: args },
});
export const item = (parent: number, key: string) => ({
  ObjectPathType: INDEXER,
  ParentObjectPathId: parent,
  ArgumentInfo: { Arguments: [key] },
});
export const property = (parent: number, name: string) => ({
  ObjectPathType: PROPERTY,
  Name: name,
  ParentObjectPathId: parent,
});
/** Paths 1 to 4: the workbook, its sheets, the first sheet, a range of it. */
export const rangePaths = (address: string) => [
  ROOT,
  sheets,
  item(2, 'Sheet1'),
  method(3, 'GetRange', address),
];
export const load = (path: number, ...select: string[]) => ({
  ActionType: QUERY,
  ObjectPathId: path,
  QueryInfo: { Select: select },
});
export const set = (path: number, name: string, value: unknown) => ({
  ActionType: SET,
  ObjectPathId: path,
  Name: name,
  ArgumentInfo: { Arguments: [value] },
});
export const call = (path: number, name: string, ...args: unknown[]) => ({
  ActionType: METHOD,
  ObjectPathId: path,
  Name: name,
  ArgumentInfo: { Arguments: args },
});
export const instantiate = (path: number) => ({ ActionType: INSTANTIATE, ObjectPathId: path });

export const valueOf = (answer: Answer, index: number): unknown => answer.Results[index]?.Value;
