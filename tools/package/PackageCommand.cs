using System.CommandLine;
using System.Security.Cryptography;
using RgPolicy.Package.Archives;
using RgPolicy.Package.Contents;
using RgPolicy.Package.Debian;
using RgPolicy.Package.Man;
using RgPolicy.Package.Oci;
using RgPolicy.Package.Rpm;

namespace RgPolicy.Package;

/// <summary>The command line: published programs in, one package out.</summary>
internal static class PackageCommand
{
    public static RootCommand Create()
    {
        var kind = new Argument<string>("KIND") { Description = "deb, rpm, tar, zip or oci." };
        kind.AcceptOnlyFromAmong("deb", "rpm", "tar", "zip", "oci");
        var repository = Required("--repository", "The root of the sources.");
        var programs = Required("--programs", "The directory of the published programs.");
        var version = Required("--version", "Such as 0.1.0.");
        var epoch = new Option<long>("--epoch")
        {
            Description = "The time of every file, in seconds since 1970.",
            Required = true,
        };
        var output = Required("--output-file", "The package.");
        var help = new Option<string?>("--help-of")
        {
            Description = "The rgp that is asked for its help, where the published one is for another processor.",
        };
        var libraries = new Option<string>("--base")
        {
            Description = "oci: the directory of the libraries that the programs load.",
            DefaultValueFactory = _ => "",
        };
        var command = new RootCommand("Makes packages of published programs; the same input gives the same bytes.");
        command.Options.Remove(command.Options.OfType<VersionOption>().Single());
        command.Arguments.Add(kind);
        Array.ForEach<Option>([repository, programs, version, epoch, output, help, libraries], command.Options.Add);
        command.SetAction(result =>
            Write(
                result.GetRequiredValue(kind),
                new PackageInput(
                    Path.GetFullPath(result.GetRequiredValue(repository)),
                    Path.GetFullPath(result.GetRequiredValue(programs)),
                    result.GetRequiredValue(version),
                    DateTimeOffset.FromUnixTimeSeconds(result.GetRequiredValue(epoch))
                ),
                result.GetValue(help),
                result.GetRequiredValue(libraries),
                result.GetRequiredValue(output)
            )
        );
        return command;
    }

    private static Option<string> Required(string name, string description) =>
        new(name) { Description = description, Required = true };

    private static int Write(string kind, PackageInput input, string? helpOf, string libraries, string output)
    {
        var help = new Lazy<ProgramHelp>(() => ProgramHelp.Ask(helpOf ?? Path.Combine(input.Programs, "rgp")));
        var bytes = kind switch
        {
            "deb" => DebFile.Write(input, help.Value),
            "rpm" => RpmFile.Write(input, help.Value),
            "oci" => OciFile.Write(input, libraries),
            "tar" => TarFile.Write(PackageContents.Archive(input), input.Time),
            _ => ZipFile.Write(PackageContents.Archive(input), input.Time),
        };
        File.WriteAllBytes(output, bytes);
        Console.WriteLine(
            $"{Convert.ToHexString(SHA256.HashData(bytes)).ToLowerInvariant()}  {Path.GetFileName(output)}"
        );
        return 0;
    }
}
