using System.Diagnostics;
using RgPolicy.Service.Minutes;
using RgPolicy.Service.Status.Answers;

namespace RgPolicy.Service.Web;

/// <summary>A page of what is kept, made anew after some seconds, however many ask.</summary>
/// <param name="store">Where it is kept.</param>
/// <param name="length">For how long it looks back.</param>
/// <param name="time">The clock.</param>
/// <param name="rest">When it is made.</param>
/// <param name="write">Makes the page of it, and of what could not be kept.</param>
internal sealed class MinuteAnswer(
    MinuteStore store,
    TimeSpan length,
    TimeProvider time,
    LoopRest rest,
    Action<IBufferWriter<byte>, IReadOnlyList<MinuteSpan>, string?> write
)
{
    private static readonly TimeSpan Lifetime = TimeSpan.FromSeconds(10);

    private readonly object _gate = new();
    private Task<(PieceBuffer Content, long At)>? _making;
    private TimeSpan _took;

    /// <summary>The page: one that is being made, however many ask, else a recent one.</summary>
    public async Task<Answer> GetAsync(CancellationToken cancellationToken)
    {
        Task<(PieceBuffer Content, long At)> making;
        lock (_gate)
        {
            if (_making is null || IsOver(_making))
                _making = MakeAsync();

            making = _making;
        }

        return new Answer((await making.WaitAsync(cancellationToken)).Content);
    }

    private bool IsOver(Task<(PieceBuffer Content, long At)> made) =>
        made.IsCompleted && !(made.IsCompletedSuccessfully && time.GetElapsedTime(made.Result.At) <= Lifetime);

    private async Task<(PieceBuffer Content, long At)> MakeAsync()
    {
        await rest.WaitAsync(_took);
        var began = Stopwatch.GetTimestamp();
        var content = new PieceBuffer();
        write(content, await store.ReadAsync(length, CancellationToken.None), Problem());
        _took = Stopwatch.GetElapsedTime(began);
        return (content, time.GetTimestamp());
    }

    private string? Problem() =>
        store.Problem is { } problem
            ? Invariant($"Minutes cannot be kept: {problem} (missing since the start: {store.Lost})")
        : store.Lost > 0
            ? Invariant($"Minutes that could not be kept since the start: {store.Lost}. It goes on by itself.")
        : null;
}
