using System.CommandLine;
using RgPolicy.Cli.Live;
using RgPolicy.Cli.Shell;

namespace RgPolicy.Cli.ServiceControl;

/// <summary>The forms of <c>rgp why</c> that ask about a query that runs or was recorded, rather than
/// about a plan in a file.</summary>
internal sealed class WhyLive(CliContext context)
{
    private readonly Option<string?> _recording = LiveOptions.Recording();
    private readonly Option<string?> _connect = LiveOptions.Connect();
    private readonly Option<string[]> _trustedRoles = LiveOptions.TrustedRoles();
    private readonly Option<string[]> _clientTypes = LiveOptions.ClientBackendTypes();
    private readonly Option<string?> _passwordFile = LiveOptions.PasswordFile();
    private readonly Option<string?> _socket = LiveOptions.StatusSocketPath();

    private readonly Option<string?> _query = new("--query")
    {
        Description = "The query's id, as status, demo and replay print it.",
        HelpName = "ID",
    };

    private readonly Option<int?> _processId = new("--pid")
    {
        Description = "The server process that runs the query; without --server the running service is asked.",
        HelpName = "PID",
    };

    /// <summary>Adds their options to the command.</summary>
    public void AddTo(Command command)
    {
        Option[] options =
        [
            _recording,
            _query,
            _connect,
            _trustedRoles,
            _clientTypes,
            _passwordFile,
            _processId,
            _socket,
        ];
        Array.ForEach(options, command.Options.Add);
    }

    /// <summary>True when the command line asks about a running or recorded query.</summary>
    public bool IsAsked(ParseResult result) =>
        result.GetValue(_recording) is not null
        || result.GetValue(_connect) is not null
        || result.GetValue(_processId) is not null
        || result.GetValue(_query) is not null;

    /// <summary>Answers.</summary>
    /// <param name="result">The command line.</param>
    /// <param name="policy">The policy's path; null asks the running service, which has one.</param>
    /// <param name="plan">A plan document, which goes with none of these forms.</param>
    /// <param name="cancellationToken">Ends it.</param>
    /// <returns>The exit code.</returns>
    public Task<int> RunAsync(ParseResult result, string? policy, string? plan, CancellationToken cancellationToken)
    {
        if (plan is not null || !IsAsked(result))
        {
            return Task.FromResult(
                context.Fail(
                    ExitCode.Usage,
                    "say which query: one of --query-plan, --recording with --query, --server with --pid, or --pid",
                    "See rgp why --help for examples."
                )
            );
        }

        var request = new WhyLiveRequest
        {
            Policy = policy,
            Recording = result.GetValue(_recording),
            Query = result.GetValue(_query),
            Connect = LiveOptions.ConnectOf(result, _connect, _trustedRoles, _clientTypes),
            PasswordFile = result.GetValue(_passwordFile),
            ProcessId = result.GetValue(_processId),
            Services = ServiceOptions.Find(context, result.GetValue(_socket), target: null, pauseFile: null),
            Json = result.WantsJson(),
        };
        return new WhyLiveHandler(context).RunAsync(request, cancellationToken);
    }
}
