using RgPolicy.Package.Contents;

namespace RgPolicy.Package.Man;

/// <summary>Writes a manual page, man-pages(7), from what a program says of itself.</summary>
internal static class ManPage
{
    /// <summary>Writes it.</summary>
    public static string Write(string name, PackageInput input, IReadOnlyList<(string Command, string Help)> pages)
    {
        var page = new StringBuilder();
        page.Append(
            CultureInfo.InvariantCulture,
            $".TH {name.ToUpperInvariant()} 1 {input.Time.UtcDateTime:yyyy-MM-dd} \"RgPolicy {input.Version}\"\n"
        );
        page.Append(".SH NAME\n").Append(name).Append(" \\- governs the queries of a database by a policy\n");
        foreach (var (command, help) in pages)
        {
            page.Append(
                command.Length == 0
                    ? ".SH DESCRIPTION\n"
                    : $".SH {Escape(name.ToUpperInvariant())} {Escape(command.ToUpperInvariant())}\n"
            );
            page.Append(".nf\n").AppendJoin('\n', help.TrimEnd().Split('\n').Select(Line)).Append("\n.fi\n");
        }

        return page.Append(
                ".SH FILES\n/etc/rgpolicy/appsettings.json, /usr/share/rgpolicy/policies, /usr/share/doc/rgpolicy\n"
            )
            .ToString();
    }

    // A line that begins with a dot or a quote would be a request.
    private static string Line(string line) =>
        line.Length > 0 && line[0] is '.' or '\'' ? @"\&" + Escape(line) : Escape(line);

    private static string Escape(string text) =>
        text.Replace(@"\", @"\e", StringComparison.Ordinal).Replace("-", @"\-", StringComparison.Ordinal);
}
