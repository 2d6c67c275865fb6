namespace RgPolicy.Language.Numbers;

/// <summary>Whole numbers joined by dots.</summary>
internal static class VersionText
{
    private const int MostParts = 16;

    /// <summary>The parts, or null when the text is not a version.</summary>
    public static ImmutableArray<long>? Parse(string text)
    {
        var parts = ImmutableArray.CreateBuilder<long>();
        foreach (var part in text.Split('.'))
        {
            long number = 0;
            var isNumber =
                part.Length <= 18 && long.TryParse(part, NumberStyles.None, CultureInfo.InvariantCulture, out number);
            if (!isNumber || parts.Count == MostParts)
                return null;

            parts.Add(number);
        }

        return parts.ToImmutable();
    }
}
