import { Body1Strong, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import {
  type ComponentProps,
  createElement,
  Fragment,
  type ReactElement,
  type ReactNode,
  useId,
} from 'react';

/** Below one another, buttons and boxes to tick are as wide as what they say. */
export const asWideAsTheirText = {
  '& > .fui-Button, & > .fui-Checkbox': { alignSelf: 'start' },
} as const;

const useStyles = makeStyles({
  stack: { display: 'flex', flexDirection: 'column', minWidth: 0, ...asWideAsTheirText },
  boxed: {
    padding: tokens.spacingHorizontalM,
    border: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
    overflowWrap: 'anywhere',
  },
  row: { display: 'flex', flexWrap: 'wrap' },
  heading: { display: 'flex', alignItems: 'center', columnGap: tokens.spacingHorizontalS },
  // All on one line, even in a narrow pane.
  compact: { '& > button': { minWidth: 0 } },
  centred: { alignItems: 'center' },
  list: { margin: 0, padding: 0, listStyleType: 'none' },
  XXS: { gap: tokens.spacingVerticalXXS },
  XS: { gap: tokens.spacingVerticalXS },
  S: { gap: tokens.spacingVerticalS },
  M: { gap: tokens.spacingVerticalM },
  L: { gap: tokens.spacingVerticalL },
  text: { margin: 0, overflowWrap: 'anywhere' },
  quiet: { color: tokens.colorNeutralForeground2 },
  bad: { color: tokens.colorStatusDangerForeground3 },
  warning: { color: tokens.colorStatusWarningForeground3 },
  strong: { fontWeight: tokens.fontWeightSemibold },
  small: { fontSize: tokens.fontSizeBase200, lineHeight: tokens.lineHeightBase200 },
  code: { fontFamily: tokens.fontFamilyMonospace },
  facts: {
    display: 'grid',
    gridTemplateColumns: 'fit-content(40%) minmax(0, 1fr)',
    columnGap: tokens.spacingHorizontalM,
    rowGap: tokens.spacingVerticalXXS,
    margin: 0,
    overflowWrap: 'anywhere',
  },
  unseen: {
    position: 'absolute',
    width: '1px',
    height: '1px',
    overflow: 'hidden',
    clipPath: 'inset(50%)',
    whiteSpace: 'nowrap',
  },
});

type Tag = 'div' | 'form' | 'li' | 'p' | 'section' | 'span' | 'ul';

type PartProps<Element extends Tag> = ComponentProps<Element> & {
  /** The element that it is on the page. */
  readonly as?: Element;
};

type LayoutProps<Element extends Tag> = PartProps<Element> & {
  readonly gap?: 'XXS' | 'XS' | 'S' | 'M' | 'L';
};

/** Things below one another; as a `ul`, the items of a list without bullets. */
export function Stack<Element extends Tag = 'div'>(
  props: LayoutProps<Element> & { readonly isBoxed?: boolean },
): ReactElement {
  const { as = 'div', gap = 'S', isBoxed = false, className, ...rest } = props;
  const styles = useStyles();
  return createElement(as, {
    ...rest,
    className: mergeClasses(
      styles.stack,
      styles[gap],
      as === 'ul' && styles.list,
      isBoxed && styles.boxed,
      className,
    ),
  });
}

/** Things side by side, or on further lines if they do not fit. */
export function Row<Element extends Tag = 'div'>(props: LayoutProps<Element>): ReactElement {
  const { as = 'div', gap = 'S', className, ...rest } = props;
  const styles = useStyles();
  return createElement(as, {
    ...rest,
    className: mergeClasses(styles.row, styles.centred, styles[gap], className),
  });
}

/** Buttons side by side, all as high as the highest. */
export function Actions<Element extends Tag = 'div'>(
  props: LayoutProps<Element> & { readonly isCompact?: boolean },
): ReactElement {
  const { as = 'div', gap = 'S', isCompact = false, className, ...rest } = props;
  const styles = useStyles();
  return createElement(as, {
    ...rest,
    className: mergeClasses(styles.row, styles[gap], isCompact && styles.compact, className),
  });
}

type TextProps<Element extends Tag> = PartProps<Element> & {
  readonly tone?: 'quiet' | 'bad' | 'warning' | undefined;
  readonly isStrong?: boolean;
  readonly isSmall?: boolean;
};

/** A paragraph that keeps to the width of the pane, whatever it says. */
export function Text<Element extends Tag = 'p'>(props: TextProps<Element>): ReactElement {
  const { as = 'p', tone, isStrong = false, isSmall = false, className, ...rest } = props;
  const styles = useStyles();
  return createElement(as, {
    ...rest,
    className: mergeClasses(
      styles.text,
      tone !== undefined && styles[tone],
      isStrong && styles.strong,
      isSmall && styles.small,
      className,
    ),
  });
}

/** What went wrong, read out at once; nothing as long as there is nothing to say. */
export function Fault({ children, tone = 'bad' }: Pick<TextProps<'p'>, 'children' | 'tone'>) {
  if (children === undefined) return null;
  return (
    <Text role="alert" tone={tone}>
      {children}
    </Text>
  );
}

/** Text for screen readers only. */
export function Unseen<Element extends Tag = 'p'>(props: PartProps<Element>): ReactElement {
  const { as = 'p', ...rest } = props;
  return createElement(as, { ...rest, className: useStyles().unseen });
}

/** The title of one thing in a section. */
export function Title({ className, ...rest }: ComponentProps<typeof Body1Strong>): ReactElement {
  return <Body1Strong as="h3" {...rest} className={mergeClasses(useStyles().text, className)} />;
}

/** A title, and beside it a count or a button. */
export function Heading({ children }: { readonly children: ReactNode }): ReactElement {
  return <div className={useStyles().heading}>{children}</div>;
}

/** A formula or a function's name. */
export function Code({ children }: { readonly children: ReactNode }): ReactElement {
  return <code className={useStyles().code}>{children}</code>;
}

/** What is known of something: terms, and beside each what it is. */
export function Facts({ children }: { readonly children: ReactNode }): ReactElement {
  return <dl className={useStyles().facts}>{children}</dl>;
}

interface FactProps {
  readonly term: string;
  readonly className?: string;
  readonly children: ReactNode;
}

export function Fact({ term, className, children }: FactProps): ReactElement {
  const styles = useStyles();
  return (
    <>
      <dt className={styles.quiet}>{term}</dt>
      <dd className={mergeClasses(styles.text, className)}>{children}</dd>
    </>
  );
}

/** Replaces a message's placeholders by elements. Pass it translated, as `t('See {link}')`. */
export function richText(
  message: string,
  elements: Readonly<Record<string, ReactNode>>,
): readonly ReactNode[] {
  return message
    .split(/\{(\w+)\}/)
    .map((part, at) => <Fragment key={at}>{at % 2 === 0 ? part : elements[part]}</Fragment>);
}

interface ShareCardProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** One thing to do before a workbook is sent. */
export function ShareCard({ title, children }: ShareCardProps) {
  const id = useId();
  return (
    <Stack isBoxed role="group" aria-labelledby={id}>
      <Title id={id}>{title}</Title>
      {children}
    </Stack>
  );
}
