using RgPolicy.Service.Minutes;
using RgPolicy.Service.Reactions;

namespace RgPolicy.Service.Tests.Minutes;

public sealed class DurationCodecTests
{
    [Fact]
    public void Read_WhatWasWritten_HasTheSameQuantiles()
    {
        var durations = new DurationHistogram();
        for (var number = 1; number <= 1000; number++)
            durations.Add(TimeSpan.FromMilliseconds(number * number));

        var bytes = DurationCodec.Write(durations);
        var read = DurationCodec.Read(bytes);

        Assert.True(bytes.Length < 1200, $"{bytes.Length} bytes");
        Assert.Equal(1000, read.Count);
        foreach (var share in new[] { 0.01, 0.5, 0.95, 0.99 })
            Assert.Equal(durations.Quantile(share), read.Quantile(share));
    }

    [Theory]
    [InlineData(new byte[0], 0)]
    [InlineData(new byte[] { 5 }, 0)]
    [InlineData(new byte[] { 5, 0x80 }, 0)]
    [InlineData(new byte[] { 5, 3, 7 }, 3)]
    [InlineData(new byte[] { 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F, 2 }, 2)]
    [InlineData(new byte[] { 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 1 }, 0)]
    public void Read_BytesThatWereNotWritten_CountsWhatItCan(byte[] bytes, long count) =>
        Assert.Equal(count, DurationCodec.Read(bytes).Count);
}
