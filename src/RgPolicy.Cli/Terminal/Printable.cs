using RgPolicy.Host.Text;

namespace RgPolicy.Cli.Terminal;

/// <summary>Text from elsewhere in as many cells as it has characters, for what is marked below it.</summary>
internal static class Printable
{
    private const string Tab = "    ";

    /// <summary>Tabs become four blanks, other controls and marks that turn the direction of text a
    /// replacement character.</summary>
    public static string Of(string text)
    {
        if (!text.Any(SafeText.IsUnsafe))
            return text;

        var safe = new StringBuilder(text.Length);
        foreach (var each in text)
        {
            safe.Append(
                each == '\t' ? Tab
                : SafeText.IsUnsafe(each) ? "\uFFFD"
                : each.ToString()
            );
        }

        return safe.ToString();
    }

    /// <summary>Terminal cells that a text takes after <see cref="Of"/>; wide East Asian characters take two.</summary>
    public static int Cells(ReadOnlySpan<char> text)
    {
        var cells = 0;
        // Not foreach: on .NET 10 the enumerator implements an interface, which C# 12 refuses for a ref struct.
        var runes = text.EnumerateRunes();
        while (runes.MoveNext())
            cells += runes.Current.Value == '\t' ? Tab.Length : CellsOf(runes.Current);

        return cells;
    }

    // Unicode standard annex 11, the blocks that are wide throughout.
    private static int CellsOf(Rune rune)
    {
        var category = Rune.GetUnicodeCategory(rune);
        if (category is UnicodeCategory.NonSpacingMark or UnicodeCategory.EnclosingMark or UnicodeCategory.Format)
            return 0;

        return
            rune.Value
                is (>= 0x1100 and <= 0x115F)
                    or (>= 0x2E80 and <= 0xA4CF)
                    or (>= 0xAC00 and <= 0xD7A3)
                    or (>= 0xF900 and <= 0xFAFF)
                    or (>= 0xFE30 and <= 0xFE6F)
                    or (>= 0xFF00 and <= 0xFF60)
                    or (>= 0xFFE0 and <= 0xFFE6)
                    or (>= 0x1F300 and <= 0x1F64F)
                    or (>= 0x1F900 and <= 0x1F9FF)
                    or (>= 0x20000 and <= 0x3FFFD)
            ? 2
            : 1;
    }
}

/// <summary>Text from elsewhere on one line of a terminal: no control characters, blanks drawn
/// together, cut where it is long.</summary>
internal static class OneLine
{
    /// <summary>At most so many characters.</summary>
    public static string Of(string text, int longest = 100)
    {
        var words = text.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);
        var line = string.Concat(string.Join(' ', words).Where(each => !char.IsControl(each)));
        return line.Length <= longest ? line : string.Concat(line.AsSpan(0, longest - 3), "...");
    }
}

/// <summary>Bytes for people, in binary units.</summary>
internal static class Sizes
{
    private static readonly string[] Units = ["B", "KiB", "MiB", "GiB", "TiB"];

    /// <summary>Such as <c>31.5 MiB</c>; whole where it is whole.</summary>
    public static string Text(decimal bytes)
    {
        var unit = 0;
        while (Math.Abs(bytes) >= 1024 && unit < Units.Length - 1)
        {
            bytes /= 1024;
            unit++;
        }

        return Invariant($"{bytes:0.#} {Units[unit]}");
    }
}
