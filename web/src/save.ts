// Buttons that save the text beside them as a file. Nothing is sent: the file is made in the page.

export function startSaving(): void {
  document.querySelectorAll<HTMLButtonElement>("button[data-save]").forEach((button) =>
    button.addEventListener("click", () => {
      const text = button.parentElement?.querySelector("pre")?.textContent ?? "";
      const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
      const link = document.createElement("a");
      link.href = address;
      link.download = button.dataset.save ?? "file.txt";
      link.click();
      setTimeout(() => URL.revokeObjectURL(address), 1000);
    }),
  );
}
