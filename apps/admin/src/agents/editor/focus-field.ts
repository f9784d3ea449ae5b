/** Scrolls to the field a path of stored content lies in and focuses its first control, once its tab has been drawn. */
export function focusField(path: string): void {
  const field = path.split(/[/.]/).filter(Boolean)[0] ?? '';
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      const box = document.querySelector<HTMLElement>(`[data-field="${CSS.escape(field)}"]`);
      box?.scrollIntoView({ block: 'center' });
      box?.querySelector<HTMLElement>('input, textarea, [role="combobox"]')?.focus();
    }),
  );
}
