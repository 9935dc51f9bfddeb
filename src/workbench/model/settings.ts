import { missing } from '../wire/failure';
import type { Book } from './book';
import { Handle, type Kind } from './kind';

/** Kept as long as the page is open: the workbench saves no workbook. */
export function settingsKind(book: Book): Kind<null> {
  const { settings } = book;
  const setting = (key: string): Handle => Handle.of(settingKind(book), key);
  const found = (key: string): Handle => setting(settings.has(key) ? key : missing(`setting ${key}`));
  return {
    name: 'SettingCollection',
    items: () => [...settings.keys()].map(setting),
    item: (_, key) => found(key),
    methods: {
      Add: (_, args) => {
        settings.set(args.text(0), args.at(1));
        return setting(args.text(0));
      },
      GetItem: (_, args) => found(args.text(0)),
      GetItemOrNullObject: (_, args) => (settings.has(args.text(0)) ? setting(args.text(0)) : null),
      GetCount: () => settings.size,
    },
  };
}

function settingKind({ settings }: Book): Kind<string> {
  return {
    name: 'Setting',
    identity: (key) => ({ _Id: key }),
    properties: {
      Key: { get: (key) => key },
      Value: { get: (key) => settings.get(key), set: (key, value) => void settings.set(key, value) },
    },
    methods: { Delete: (key) => void settings.delete(key) },
  };
}
