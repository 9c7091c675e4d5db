import { Button } from '@fluentui/react-components';
import { Copy20Regular, ImageAdd20Regular, Save20Regular } from '@fluentui/react-icons';

import { t } from '../../../engine/language/speech';
import type { Picture, Pictures } from '../../device/pictures';
import type { InsertPicture, SheetPicture } from '../../spreadsheet/host';
import { Actions, Stack } from './layout';
import { NoticeLine } from './NoticeLine';
import { bad, useNoticedSteps, type Notice } from './use-noticed-steps';

export interface PictureActionsProps {
  readonly pictures: Pictures;
  /** Left out: the host cannot put a picture on a sheet. */
  readonly insert?: InsertPicture | undefined;
  /** Of the file, without its ending. */
  readonly name: string;
  /** What the picture shows, for those who cannot see it. */
  readonly description: string;
  /** The picture is inserted beside these cells. */
  readonly beside: SheetPicture['beside'];
  /** Called when a person presses a button. */
  picture(): Picture;
}

/** Takes a picture of what a view shows to where a person needs it, and says how that went. */
export function PictureActions(props: PictureActionsProps) {
  const { pictures, insert, description, beside } = props;
  const { notice, isBusy, later } = useNoticedSteps();
  const fileName = `${props.name}.png`;
  const save = (png: string, done: string, fault: string): Notice =>
    pictures.save(fileName, png) ? good(done) : bad(fault);

  const drawn = async (take: (png: string, picture: Picture) => Promise<Notice> | Notice) => {
    const picture = props.picture();
    const png = pictures.png(picture);
    return png === undefined ? bad(t('Couldn’t draw the picture.')) : take(png, picture);
  };

  return (
    <Stack gap="XS">
      <Actions>
        <Button
          icon={<Copy20Regular />}
          disabledFocusable={isBusy}
          onClick={() =>
            later(() =>
              drawn(async (png) => {
                if (await pictures.copy(png))
                  return good(t('Picture copied. Paste it where you need it.'));
                return save(
                  png,
                  t('Copying is blocked here, so the picture was saved as {fileName}.', {
                    fileName,
                  }),
                  t('Couldn’t copy the picture.'),
                );
              }),
            )
          }
        >
          {t('Copy picture')}
        </Button>
        <Button
          icon={<Save20Regular />}
          disabledFocusable={isBusy}
          onClick={() =>
            later(() =>
              drawn((png) =>
                save(
                  png,
                  t('Picture saved as {fileName}.', { fileName }),
                  t('Couldn’t save the picture.'),
                ),
              ),
            )
          }
        >
          {t('Save picture')}
        </Button>
        {insert !== undefined && (
          <Button
            icon={<ImageAdd20Regular />}
            disabledFocusable={isBusy}
            onClick={() =>
              later(() =>
                drawn(async (png, { width, height }) => {
                  const outcome = await insert({ png, width, height, description, beside });
                  return outcome.kind === 'failed'
                    ? bad(outcome.message)
                    : good(t('Picture inserted at {address}.', { address: outcome.address }));
                }),
              )
            }
          >
            {t('Insert picture into the sheet')}
          </Button>
        )}
      </Actions>
      <NoticeLine notice={notice} isBusy={isBusy} />
    </Stack>
  );
}

function good(text: string): Notice {
  return { tone: 'good', text };
}
