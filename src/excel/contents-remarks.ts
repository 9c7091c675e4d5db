import { t } from '../engine/language/speech';
import type { WorkbookText } from '../addin/spreadsheet/workbook-contents';
import { textOf } from './contents-kinds';
import type { ContentsKind } from './contents-kinds';

/** Comments and their replies. */
export const COMMENTS: ContentsKind = {
  kind: 'comment',
  since: '1.10',
  get words() {
    return t('comments');
  },
  async read(context) {
    const { comments } = context.workbook;
    comments.load('items/id,items/content');
    await context.sync();
    const loaded = comments.items.map((comment) => {
      const location = comment.getLocation();
      location.load('address');
      comment.replies.load('items/id,items/content');
      return { comment, location };
    });
    await context.sync();
    return loaded.flatMap(({ comment, location: { address } }): WorkbookText[] => {
      const place = { kind: 'comment', label: address, address } as const;
      return [
        textOf({ ...place, id: comment.id }, comment.content),
        ...comment.replies.items.map((reply) =>
          textOf({ ...place, id: `${comment.id} ${reply.id}`, field: 'reply' }, reply.content),
        ),
      ];
    });
  },
  change(context, { id }, after) {
    const [commentId = '', replyId] = id.split(' ');
    const comment = context.workbook.comments.getItem(commentId);
    const remark = replyId === undefined ? comment : comment.replies.getItem(replyId);
    if (after === null) remark.delete();
    else remark.content = after;
  },
};

export const NOTES: ContentsKind = {
  kind: 'note',
  since: '1.18',
  get words() {
    return t('notes');
  },
  async read(context) {
    const { notes } = context.workbook;
    notes.load('items/content');
    await context.sync();
    const loaded = notes.items.map((note) => {
      const location = note.getLocation();
      location.load('address');
      return { note, location };
    });
    await context.sync();
    return loaded.map(({ note, location: { address } }) =>
      textOf({ kind: 'note', id: address, label: address, address }, note.content),
    );
  },
  change(context, { id }, after) {
    const note = context.workbook.notes.getItem(id);
    if (after === null) note.delete();
    else note.content = after;
  },
};
