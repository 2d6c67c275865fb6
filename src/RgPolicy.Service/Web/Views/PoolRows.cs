using System.Globalization;
using RgPolicy.Service.Web.Html;

namespace RgPolicy.Service.Web.Views;

/// <summary>Drawings with a row for each pool.</summary>
internal static class PoolRows
{
    /// <summary>The width of the names.</summary>
    public const int Label = 130;

    /// <summary>The height above the first row.</summary>
    public const int Top = 18;

    /// <summary>The height of a row.</summary>
    public const int Height = 22;

    private const int Colours = 7;
    private const int LongestName = 18;

    /// <summary>A pool's colour, by its row.</summary>
    public static string Colour(int row) =>
        string.Create(CultureInfo.InvariantCulture, $"class{Math.Min(row, Colours)}");

    /// <summary>Writes the name of a row.</summary>
    public static void Name(HtmlText page, int row, string name) =>
        page.Word("name", 0, Top + (row * Height) + 14, name.Length > LongestName ? name[..LongestName] + "..." : name);
}
