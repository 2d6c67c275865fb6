using System.IO.Compression;
using RgPolicy.Package.Man;
using RgPolicy.Package.Sbom;

namespace RgPolicy.Package.Contents;

/// <summary>Which file goes where: the one place that knows the layout of an installed RgPolicy.</summary>
internal static class PackageContents
{
    private const string Programs = "usr/lib/rgpolicy";
    private const string Documents = "usr/share/doc/rgpolicy";
    private const string UnitDirectory = "usr/lib/systemd/system";
    private const string SharedPolicies = "usr/share/rgpolicy/policies";
    private const string DropIn = "postgresql@.service.d/rgpolicy.conf";

    /// <summary>The user and the group that the image's programs run as.</summary>
    public const int ImageUser = 65532;

    /// <summary>Where the image's service keeps its sockets, and what outlives it.</summary>
    public const string RuntimeDirectory = "run/rgpolicy-service";
    public const string StateDirectory = "var/lib/rgpolicy-service";

    public const string License = "MIT";

    public const string Description = """
        RgPolicy gives each class of queries (scan, aggregation, join, OLTP, bulk load)
        its share of processor cache, cores and weight, by a policy that one can read
        aloud. It watches PostgreSQL, MariaDB, MySQL and SQL Server and decides from
        their plans. A small privileged sidecar applies cgroups and cache masks and
        always gives everything back.
        """;

    /// <summary>Of a Debian package, in order of their paths.</summary>
    /// <param name="input">What they are made from.</param>
    /// <param name="help">The programs' own help and completion.</param>
    public static ImmutableArray<PackedFile> Debian(PackageInput input, ProgramHelp help) =>
        Ordered([
            .. Installed(input, help),
            PackedFile.Of($"{Documents}/copyright", input.Source("LICENSE")),
            Compressed($"{Documents}/changelog.gz", $"rgpolicy ({input.Version})\n"),
        ]);

    /// <summary>Of an RPM package. Its distributions call the server's unit <c>postgresql</c> or, by PostgreSQL's own packages,
    /// <c>postgresql-17</c>, so the drop-in stands for both.</summary>
    public static ImmutableArray<PackedFile> Rpm(PackageInput input, ProgramHelp help) =>
        Ordered([
            .. Installed(input, help).Where(file => !file.Path.EndsWith(DropIn, StringComparison.Ordinal)),
            PackedFile.Of(
                $"{UnitDirectory}/postgresql.service.d/rgpolicy.conf",
                input.Source("tools", "systemd", DropIn)
            ),
            PackedFile.Of(
                $"{UnitDirectory}/postgresql-.service.d/rgpolicy.conf",
                input.Source("tools", "systemd", DropIn)
            ),
            PackedFile.Of("usr/share/licenses/rgpolicy/LICENSE", input.Source("LICENSE")),
        ]);

    private static ImmutableArray<PackedFile> Ordered(IEnumerable<PackedFile> files) =>
        [.. files.OrderBy(file => file.Path, StringComparer.Ordinal)];

    private static IEnumerable<PackedFile> Installed(PackageInput input, ProgramHelp help) =>
        [
            .. ProgramFiles(input, Programs),
            .. ProgramLinks(),
            .. Units(input, UnitDirectory),
            PackedFile.Of(
                "usr/lib/systemd/system-preset/90-rgpolicy.preset",
                input.Source("tools", "systemd", "rgpolicy.preset")
            ),
            .. Policies(input, SharedPolicies),
            .. Texts(input, Documents),
            PackedFile.Text($"{Documents}/examples/appsettings.json", ExampleSettings.Text),
            .. Samples(input, $"{Documents}/examples"),
            PackedFile.Text("etc/default/rgpolicy-sidecar", ExampleSettings.SidecarDefaults),
            PackedFile.Of("etc/rgpolicy/limits.json", Limits(input)),
            Compressed("usr/share/man/man1/rgp.1.gz", ManPage.Write("rgp", input, help.Pages)),
            PackedFile.Text("usr/share/bash-completion/completions/rgp", help.BashCompletion),
            PackedFile.Text($"{Documents}/sbom.cdx.json", SbomDocument.Write(input)),
        ];

    /// <summary>Of a container image, beside the libraries of its base: programs, policies and a user without rights.</summary>
    public static ImmutableArray<PackedFile> Image(PackageInput input) =>
        Ordered([
            .. ProgramFiles(input, Programs),
            .. ProgramLinks(),
            .. Policies(input, SharedPolicies),
            new PackedFile(RuntimeDirectory, [], DirectoryOwner: ImageUser),
            new PackedFile(StateDirectory, [], DirectoryOwner: ImageUser),
            PackedFile.Text(
                "etc/passwd",
                $"root:x:0:0::/:/sbin/nologin\nrgpolicy:x:{ImageUser}:{ImageUser}::/:/sbin/nologin\n"
            ),
            PackedFile.Text("etc/group", $"root:x:0:\nrgpolicy:x:{ImageUser}:\n"),
            PackedFile.Of("etc/rgpolicy/limits.json", Limits(input)),
            PackedFile.Of("usr/share/licenses/rgpolicy/LICENSE", input.Source("LICENSE")),
            PackedFile.Text("usr/share/rgpolicy/sbom.cdx.json", SbomDocument.Write(input)),
        ]);

    private static IEnumerable<PackedFile> ProgramLinks() =>
        [
            new PackedFile("usr/bin/rgp", [], LinkTarget: "../lib/rgpolicy/rgp"),
            new PackedFile("usr/bin/rgp-sidecar", [], LinkTarget: "../lib/rgpolicy/rgp-sidecar"),
        ];

    /// <summary>Of an archive that is unpacked anywhere, in order of their paths.</summary>
    public static ImmutableArray<PackedFile> Archive(PackageInput input)
    {
        var root = $"rgpolicy-{input.Version}";
        return
        [
            .. (
                (IEnumerable<PackedFile>)
                    [
                        .. ProgramFiles(input, $"{root}/bin"),
                        .. IsForWindows(input)
                            ? []
                            : Units(input, $"{root}/systemd")
                                .Append(PackedFile.Of($"{root}/systemd/limits.json", Limits(input))),
                        .. Policies(input, $"{root}/policies"),
                        .. Texts(input, $"{root}/doc"),
                        PackedFile.Of($"{root}/LICENSE", input.Source("LICENSE")),
                        PackedFile.Text($"{root}/doc/examples/appsettings.json", ExampleSettings.Text),
                        .. Samples(input, $"{root}/doc/examples"),
                        PackedFile.Text($"{root}/sbom.cdx.json", SbomDocument.Write(input)),
                    ]
            ).OrderBy(file => file.Path, StringComparer.Ordinal),
        ];
    }

    private static bool IsForWindows(PackageInput input) => File.Exists(Path.Combine(input.Programs, "rgp.exe"));

    private static IEnumerable<PackedFile> ProgramFiles(PackageInput input, string directory) =>
        Below(
                input.Programs,
                directory,
                path => Path.GetExtension(path) is not (".pdb" or ".xml" or ".dbg") && !IsMaterialOnly(input, path)
            )
            .Select(file => file with { IsExecutable = IsProgram(file) });

    /// <summary>A native program's list of what it was made of is read for the bill of materials; it
    /// does not need it itself.</summary>
    private static bool IsMaterialOnly(PackageInput input, string path) =>
        path.EndsWith(".deps.json", StringComparison.Ordinal) && !File.Exists(Path.Combine(input.Programs, "rgp.dll"));

    /// <summary>What begins as an ELF file and is no library.</summary>
    private static bool IsProgram(PackedFile file) =>
        file.Bytes.AsSpan().StartsWith("\u007fELF"u8) && !file.Path.EndsWith(".so", StringComparison.Ordinal);

    private static IEnumerable<PackedFile> Units(PackageInput input, string directory) =>
        Below(
            input.Source("tools", "systemd"),
            directory,
            // A .conf is the drop-in for the server's own unit.
            path => Path.GetExtension(path) is ".service" or ".conf"
        );

    /// <summary>Alerts, a dashboard, recordings to try policies on.</summary>
    private static IEnumerable<PackedFile> Samples(PackageInput input, string directory) =>
        Below(input.Source("samples"), directory, _ => true);

    /// <summary>What root allows the sidecar: without it neither the provisioner nor the sidecar's unit
    /// starts.</summary>
    private static string Limits(PackageInput input) => input.Source("tools", "systemd", "limits.json");

    private static IEnumerable<PackedFile> Policies(PackageInput input, string directory) =>
        Below(input.Source("policies"), directory, path => path.EndsWith(".rgp", StringComparison.Ordinal));

    private static IEnumerable<PackedFile> Texts(PackageInput input, string directory) =>
        [
            PackedFile.Of($"{directory}/README.md", input.Source("README.md")),
            PackedFile.Of($"{directory}/CHANGELOG.md", input.Source("CHANGELOG.md")),
            .. Below(input.Source("docs"), $"{directory}/docs", path => path.EndsWith(".md", StringComparison.Ordinal)),
        ];

    private static IEnumerable<PackedFile> Below(string source, string directory, Func<string, bool> isWanted) =>
        Directory
            .EnumerateFiles(source, "*", SearchOption.AllDirectories)
            .Where(isWanted)
            .Select(path =>
                PackedFile.Of($"{directory}/{Path.GetRelativePath(source, path).Replace('\\', '/')}", path)
            );

    private static PackedFile Compressed(string path, string text)
    {
        using var bytes = new MemoryStream();
        using (var gzip = new GZipStream(bytes, CompressionLevel.SmallestSize, leaveOpen: true))
        {
            gzip.Write(Encoding.UTF8.GetBytes(text));
        }

        return new PackedFile(path, bytes.ToArray());
    }
}
