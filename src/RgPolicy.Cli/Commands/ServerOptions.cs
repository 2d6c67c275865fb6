using System.CommandLine;
using RgPolicy.Cli.Configure;
using RgPolicy.Cli.Live;

namespace RgPolicy.Cli.Commands;

/// <summary>The options that say which server's configuration a command is about.</summary>
internal sealed class ServerOptions
{
    private readonly Option<string?> _target = LiveOptions.Server("--target");

    private readonly Option<string?> _passwordFile = LiveOptions.PasswordFile();

    private readonly Option<string?> _journal = Journal();

    private readonly Option<bool> _replicas = new("--replicas")
    {
        Description =
            "Every replica of the availability groups behind the connection, each at its own address: SQL Server "
            + "configures each for itself.",
    };

    /// <summary>Adds the option <c>--replicas</c> too; not beside options that are about one server.</summary>
    public void AddReplicas(Command command, params Option[] ofOneServer)
    {
        command.Options.Add(_replicas);
        command.Validators.Add(result =>
        {
            if (
                result.GetValue(_replicas)
                && Array.Find(ofOneServer, each => result.GetResult(each) is not null) is { } other
            )
            {
                result.AddError($"{other.Name} is about one server: leave out {other.Name} or --replicas.");
            }
        });
    }

    /// <summary>Adds them to a command.</summary>
    public ServerOptions(Command command, bool isRequired)
    {
        _target.Required = isRequired;
        command.Options.Add(_target);
        command.Options.Add(_passwordFile);
        command.Options.Add(_journal);
    }

    /// <summary>The server has to be named where another option does not stand for it, and not beside
    /// that one.</summary>
    public void RequireUnless(Command command, Option<string?> other) =>
        command.Validators.Add(result =>
        {
            if ((result.GetResult(_target) is null) == (result.GetResult(other) is null))
            {
                result.AddError($"Write either --server URI or {other.Name} {other.HelpName}.");
            }
        });

    /// <summary>The option <c>--journal</c>.</summary>
    public static Option<string?> Journal() =>
        new("--journal")
        {
            Description =
                "The directory that remembers what was there before each change. Default: /var/lib/rgpolicy/changes for "
                + "root, ~/.local/state/rgpolicy/changes for others.",
            HelpName = "DIRECTORY",
        };

    /// <summary>The connection that was given, or null.</summary>
    public string? Target(ParseResult result) => result.GetValue(_target);

    /// <summary>What was given.</summary>
    public ServerChoice Read(ParseResult result) =>
        new(result.GetValue(_target) ?? "", result.GetValue(_passwordFile), result.GetValue(_journal))
        {
            AllReplicas = result.GetValue(_replicas),
        };

    /// <summary>The option <c>--adopt</c>.</summary>
    public static Option<bool> Adopts() =>
        new("--adopt")
        {
            Description =
                "SQL Server: replaces the classifier, pools and groups of others too, and drops them once no session is "
                + "in them.",
        };

    /// <summary>The option <c>--govern-default</c>.</summary>
    public static Option<string?> DefaultPool() =>
        new("--govern-default")
        {
            Description =
                "SQL Server: gives the settings of this pool of the policy to the server's own pool and group default, "
                + "which hold sysadmins and whoever has no class.",
            HelpName = "POOL",
        };

    /// <summary>The option <c>--replace-classifier</c>.</summary>
    public static Option<bool> TakesOver() =>
        new("--replace-classifier")
        {
            Description = "Replaces a classifier that is not RgPolicy's; a rollback brings it back.",
        };

    /// <summary>The option <c>--yes</c>.</summary>
    public static Option<bool> Yes() => new("--yes") { Description = "Changes the server without asking." };
}
