using RgPolicy.Service.Composing;
using RgPolicy.Service.Hosting;

namespace RgPolicy.Cli.Live;

/// <summary>Waits for a server that is not ready, as at the start of a host: unasked for one that says that it starts
/// or recovers, as long as was asked also for one that does not answer yet.</summary>
/// <param name="asked">How long, zero for not at all; null where nothing was said.</param>
/// <param name="time">The clock.</param>
/// <param name="log">Is told the reason and each change of it.</param>
internal sealed class ServerWait(TimeSpan? asked, TimeProvider time, StartLog log)
{
    private static readonly TimeSpan Unasked = TimeSpan.FromMinutes(1);
    private static readonly TimeSpan FirstPause = TimeSpan.FromSeconds(0.5);
    private static readonly TimeSpan LongestPause = TimeSpan.FromSeconds(5);

    /// <summary>Opens; what could not be opened in time is returned as it was last.</summary>
    public async Task<Opened> OpenAsync(Func<Task<Opened>> open, CancellationToken cancellationToken)
    {
        var began = time.GetTimestamp();
        var pause = FirstPause;
        for (var said = ""; ; )
        {
            var opened = await open();
            if (opened.Observer is not null || !MayHelp(opened.Lack, time.GetElapsedTime(began) + pause))
                return opened;

            if (said != opened.Refusal.Problem)
                log.AwaitsServer(said = opened.Refusal.Problem);

            await Task.Delay(pause, time, cancellationToken);
            pause = pause * 2 < LongestPause ? pause * 2 : LongestPause;
        }
    }

    private bool MayHelp(ServerLack lack, TimeSpan until) =>
        lack switch
        {
            ServerLack.NotReady => until <= (asked ?? Unasked),
            ServerLack.Unreachable => until <= asked,
            _ => false,
        };
}
