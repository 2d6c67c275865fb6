using System.Buffers;
using RgPolicy.Service.Status.Answers;

namespace RgPolicy.Service.Tests.Status.Answers;

public sealed class PieceBufferTests
{
    [Fact]
    public void Write_SpansOfAnyLength_AreReadBackInTheirOrder()
    {
        var random = new Random(7);
        var buffer = new PieceBuffer();
        for (var round = 0; round < 50; round++)
        {
            buffer.Clear();
            List<byte> expected = [];
            for (var part = random.Next(40); part > 0; part--)
            {
                var span = new byte[
                    random.Next(3) switch
                    {
                        0 => random.Next(4),
                        1 => random.Next(5000),
                        _ => random.Next(2 * PieceBuffer.PieceLength),
                    }
                ];
                random.NextBytes(span);
                expected.AddRange(span);
                if (random.Next(2) == 0)
                {
                    buffer.Write(span);
                }
                else
                {
                    span.CopyTo(buffer.GetSpan(span.Length));
                    buffer.Advance(span.Length);
                }
            }

            Assert.Equal(expected, buffer.Pieces.SelectMany(piece => piece.ToArray()));
            Assert.Equal(expected.Count, buffer.Length);
        }
    }

    [Fact]
    public void Pieces_Nothing_AreNone() => Assert.Empty(new PieceBuffer().Pieces);
}
