using System.Globalization;

namespace RgPolicy.Cli.Terminal;

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

        return string.Create(CultureInfo.InvariantCulture, $"{bytes:0.#} {Units[unit]}");
    }
}
