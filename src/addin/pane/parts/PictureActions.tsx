import { Button } from '@fluentui/react-components';
import { Copy20Regular, ImageAdd20Regular, Save20Regular } from '@fluentui/react-icons';
import { useState } from 'react';

import { t } from '../../../engine/language/speech';
import type { Picture, Pictures } from '../../device/pictures';
import type { InsertPicture, SheetPicture } from '../../spreadsheet/host';
import { Actions, Stack, Text } from './layout';

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
  const [said, setSaid] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const fileName = `${props.name}.png`;

  const act = async (take: (png: string, picture: Picture) => Promise<string> | string) => {
    if (isBusy) return;
    setIsBusy(true);
    setSaid('');
    try {
      const picture = props.picture();
      const png = pictures.png(picture);
      setSaid(png === undefined ? t('Couldn’t draw the picture.') : await take(png, picture));
    } finally {
      setIsBusy(false);
    }
  };

  return (
    <Stack gap="XS">
      <Actions>
        <Button
          icon={<Copy20Regular />}
          disabledFocusable={isBusy}
          onClick={() =>
            void act(async (png) => {
              if (await pictures.copy(png)) return t('Picture copied. Paste it where you need it.');
              return pictures.save(fileName, png)
                ? t('Copying is blocked here, so the picture was saved as {fileName}.', {
                    fileName,
                  })
                : t('Couldn’t copy the picture.');
            })
          }
        >
          {t('Copy picture')}
        </Button>
        <Button
          icon={<Save20Regular />}
          disabledFocusable={isBusy}
          onClick={() =>
            void act((png) =>
              pictures.save(fileName, png)
                ? t('Picture saved as {fileName}.', { fileName })
                : t('Couldn’t save the picture.'),
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
              void act(async (png, { width, height }) => {
                const outcome = await insert({ png, width, height, description, beside });
                return outcome.kind === 'failed'
                  ? outcome.message
                  : t('Picture inserted at {address}.', { address: outcome.address });
              })
            }
          >
            {t('Insert picture into the sheet')}
          </Button>
        )}
      </Actions>
      <Text tone="quiet" aria-live="polite">
        {said}
      </Text>
    </Stack>
  );
}
