using System.Buffers;
using RgPolicy.Service.Minutes;
using RgPolicy.Service.Status.Answers;

namespace RgPolicy.Service.Web;

/// <summary>A page of what is kept, made anew after some seconds, however many ask.</summary>
/// <param name="store">Where it is kept.</param>
/// <param name="length">For how long it looks back.</param>
/// <param name="time">The clock.</param>
/// <param name="write">Makes the page of it, and of why the last minute could not be kept.</param>
internal sealed class MinuteAnswer(
    MinuteStore store,
    TimeSpan length,
    TimeProvider time,
    Action<IBufferWriter<byte>, IReadOnlyList<MinuteSpan>, string?> write
)
{
    private static readonly TimeSpan Lifetime = TimeSpan.FromSeconds(10);

    private readonly object _gate = new();
    private (PieceBuffer Content, long At)? _made;

    public Answer Get()
    {
        lock (_gate)
        {
            if (_made is not { } made || time.GetElapsedTime(made.At) > Lifetime)
            {
                var content = new PieceBuffer();
                write(content, store.Read(length), store.Problem);
                _made = made = (content, time.GetTimestamp());
            }

            return new Answer(made.Content);
        }
    }
}
