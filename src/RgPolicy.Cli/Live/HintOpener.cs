using RgPolicy.Cli.Configure;
using RgPolicy.Cli.Shell;
using RgPolicy.Dbms;
using RgPolicy.Dbms.Configure;
using RgPolicy.Dbms.SqlServer;
using RgPolicy.Service.Loop;

namespace RgPolicy.Cli.Live;

/// <summary>Opens what keeps hints for later executions, where the level and the server have such a thing.</summary>
internal static class HintOpener
{
    /// <summary>Opens it; false after a problem, which was printed.</summary>
    public static bool TryOpen(CliContext context, RunRequest request, IObserver observer, out IHintKeeper? keeper)
    {
        keeper = null;
        try
        {
            keeper = request.Level == GovernorLevel.Enforce && observer is SqlServerObserver server
                ? server.KeepHints(JournalPlace.Of(context, request.Journal)) : null;
            return true;
        }
        catch (ConfigureException failure)
        {
            context.Fail(ExitCode.Unreachable, failure.Message, failure.Next);
            return false;
        }
    }
}
