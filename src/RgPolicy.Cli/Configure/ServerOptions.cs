using System.CommandLine.Parsing;
using RgPolicy.Service.Control;

namespace RgPolicy.Cli.Configure;

/// <summary>The options of commands that are about one server's configuration.</summary>
internal sealed class ServerOptions
{
    private readonly Option<string?> _target = LiveOptions.Server("--target");
    private readonly Option<string?> _passwordFile = LiveOptions.PasswordFile();
    private readonly Option<string?> _journal = Journal();

    public ServerOptions(bool isRequired) => _target.Required = isRequired;

    /// <summary>Which server, its password and where its changes are remembered.</summary>
    public IEnumerable<Symbol> All => [_target, _passwordFile, _journal];

    /// <summary>All replicas behind the connection.</summary>
    public Option<bool> Replicas { get; } =
        new("--replicas")
        {
            Description =
                "Every replica of the availability groups behind the connection, each at its own address: SQL Server "
                + "configures each for itself.",
        };

    public static Option<string?> Journal() =>
        new("--journal")
        {
            Description =
                "The directory that remembers what was there before each change. Default: /var/lib/rgpolicy/changes for "
                + "root, ~/.local/state/rgpolicy/changes for others.",
            HelpName = "DIRECTORY",
        };

    public static Option<bool> TakesOver() =>
        new("--replace-classifier")
        {
            Description = "Replaces a classifier that is not RgPolicy's; a rollback brings it back.",
        };

    public static Option<bool> Yes() => new("--yes") { Description = "Changes the server without asking." };

    public ServerChoice Read(ParseResult result) =>
        new(result.GetValue(_target), result.GetValue(_passwordFile), result.GetValue(_journal))
        {
            AllReplicas = result.GetValue(Replicas),
        };

    /// <summary>Either a server or the other option.</summary>
    public Action<CommandResult> OrElse(Option<string?> other) =>
        result =>
        {
            if ((result.GetResult(_target) is null) == (result.GetResult(other) is null))
                result.AddError($"Write either --server URI or {other.Name} {other.HelpName}.");
        };

    /// <summary>With all replicas none of these options.</summary>
    public Action<CommandResult> OfOneServer(params Option[] options) =>
        result =>
        {
            if (
                result.GetValue(Replicas)
                && Array.Find(options, each => result.GetResult(each) is not null) is { } other
            )
                result.AddError($"{other.Name} is about one server: leave out {other.Name} or --replicas.");
        };
}

/// <summary>Which server a command is about.</summary>
/// <param name="Target">The connection; null where none was named.</param>
/// <param name="PasswordFile">A file with the password, <c>-</c> to ask, or null.</param>
/// <param name="Journal">Where changes are remembered, or null for the usual place.</param>
internal sealed record ServerChoice(string? Target, string? PasswordFile, string? Journal)
{
    /// <summary>What <c>rgp facts</c> kept, instead of a server; else null.</summary>
    public string? Facts { get; init; }

    /// <summary>Every replica of the availability groups behind the connection, instead of one server.</summary>
    public bool AllReplicas { get; init; }

    /// <summary>What the server has to call itself: one of several replicas that all have their turn; else
    /// null.</summary>
    public string? Replica { get; init; }
}

/// <summary>Where the journal of changes is kept.</summary>
internal static class JournalPlace
{
    public static string Of(CliContext context, string? given)
    {
        if (given is not null)
            return context.Resolve(given);

        return OperatingSystem.IsWindows()
            ? Path.Combine(
                Environment.GetFolderPath(Environment.SpecialFolder.CommonApplicationData),
                "RgPolicy",
                "changes"
            )
            : Path.Combine(
                StateFolder.Of("rgpolicy", context.IsRoot, context.EnvironmentVariable)
                    ?? Path.Combine(context.WorkingDirectory, ".local", "state", "rgpolicy"),
                "changes"
            );
    }
}
