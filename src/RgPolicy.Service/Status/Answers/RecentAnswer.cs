using System.Diagnostics;

namespace RgPolicy.Service.Status.Answers;

/// <summary>The last answer of one kind. It is made beside the loop, once for each view that the loop has shown,
/// however many ask. It is made while the loop rests, so that no turn is longer for it; where the loop does not come to
/// rest, no question waits for it.</summary>
internal sealed class RecentAnswer(StatusBroker broker, Action<IStatusView, IBufferWriter<byte>> write)
{
    // One is given while another one is made; more are needed only while a client reads slowly.
    private const int MostSpare = 2;

    private readonly object _gate = new();
    private readonly Stack<PieceBuffer> _spare = new(MostSpare);
    private MadeAnswer? _made;
    private Task? _making;
    private TimeSpan _took;

    /// <summary>The answer for what is shown now, or for something newer; the wait for it may be given up, it is made
    /// for the others.</summary>
    public async Task<Answer> GetAsync(CancellationToken cancellationToken)
    {
        var wanted = await broker.LookAsync(cancellationToken);
        while (true)
        {
            Task making;
            lock (_gate)
            {
                if (_made is { } made && made.View >= wanted.Number)
                {
                    made.Holders++;
                    return new Answer(made.Content, () => GiveBack(made));
                }

                making = _making ??= MakeAsync(wanted);
            }

            await making.WaitAsync(cancellationToken);
        }
    }

    private async Task MakeAsync(ShownView shown)
    {
        // Never within the lock.
        await Task.Yield();
        try
        {
            await broker.Rest.WaitAsync(_took);
            var began = Stopwatch.GetTimestamp();
            var content = TakeSpare();
            write(shown.View, content);
            _took = Stopwatch.GetElapsedTime(began);
            Keep(new MadeAnswer(shown.Number, content));
        }
        finally
        {
            lock (_gate)
                _making = null;
        }
    }

    private PieceBuffer TakeSpare()
    {
        lock (_gate)
            return _spare.TryPop(out var spare) ? spare : new PieceBuffer();
    }

    private void Keep(MadeAnswer made)
    {
        lock (_gate)
        {
            if (_made is { } before)
                GiveBack(before);

            _made = made;
        }
    }

    private void GiveBack(MadeAnswer made)
    {
        lock (_gate)
        {
            if (--made.Holders == 0 && _spare.Count < MostSpare)
            {
                made.Content.Clear();
                _spare.Push(made.Content);
            }
        }
    }
}

/// <summary>A document that was made of a view, with the count of its readers.</summary>
/// <param name="view">Which view, by its number at the desk.</param>
/// <param name="content">The document.</param>
internal sealed class MadeAnswer(long view, PieceBuffer content)
{
    public long View => view;

    public PieceBuffer Content => content;

    /// <summary>Its readers, and the cache that keeps it for the next ones.</summary>
    public int Holders { get; set; } = 1;
}
