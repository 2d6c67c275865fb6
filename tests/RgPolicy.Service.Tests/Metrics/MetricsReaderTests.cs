using FsCheck;
using FsCheck.Fluent;
using RgPolicy.Service.Metrics;

namespace RgPolicy.Service.Tests.Metrics;

public sealed class MetricsReaderTests
{
    [Fact]
    public void Read_WhatWasWritten_IsTheSame() => Prop.ForAll(
        ArbMap.Default.ArbFor<(NonNull<string>, NonNull<string>, double)[]>(),
        samples =>
        {
            var text = new MetricsText().Gauge("rgp_a", "A \\ a\nb.");
            foreach (var (first, second, value) in samples) text.Sample(value, ("x", first.Get), ("y", second.Get));
            text.Summary("rgp_b_seconds", "B.").Sample(1, ("quantile", "0.5")).Sample("_count", 3);
            var families = MetricsReader.Read(text.ToText());

            Assert.Equal("rgp_a gauge A \\ a\nb.|rgp_b_seconds summary B.", string.Join('|', families.Select(each => $"{each.Name} {each.Type} {each.Help}")));
            Assert.Equal(
                samples.Select(each => (each.Item1.Get, each.Item2.Get, each.Item3)),
                families[0].Samples.Select(each => (each.Labels[0].Value, each.Labels[1].Value, each.Value)));
            Assert.Equal("rgp_b_seconds rgp_b_seconds_count", string.Join(' ', families[1].Samples.Select(each => each.Name)));
        }).QuickCheckThrowOnFailure();
}
