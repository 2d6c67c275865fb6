using RgPolicy.Cli.Characterise;
using RgPolicy.Engine.Sensitivity;

namespace RgPolicy.Cli.Tests.Characterise;

/// <summary>Settings as users write them.</summary>
public sealed class SweepChoiceReaderTests
{
    [Theory]
    [InlineData(SweepLever.Grant, "64KiB", 65536, "64 KiB")]
    [InlineData(SweepLever.Grant, "1 GiB", 1 << 30, "1 GiB")]
    [InlineData(SweepLever.Read, "20MiB", 20 << 20, "20 MiB/s")]
    [InlineData(SweepLever.Grant, "1MB", 1000000, "1000000 B")]
    [InlineData(SweepLever.Bandwidth, "50%", 50, "50 %")]
    [InlineData(SweepLever.Llc, "2", 2, "2 ways")]
    [InlineData(SweepLever.MaxDop, "8", 8, "8")]
    public void Read_Setting_IsShownAsItIsMeant(object lever, string text, long value, string shown)
    {
        Assert.Equal(new SweepSetting(value, shown), SweepChoiceReader.ReadSetting((SweepLever)lever, text));
    }

    [Theory]
    [InlineData(SweepLever.Grant, "64")]
    [InlineData(SweepLever.Grant, "1KiB")]
    [InlineData(SweepLever.Grant, "-1MiB")]
    [InlineData(SweepLever.Grant, "99999999999999GiB")]
    [InlineData(SweepLever.Bandwidth, "0%")]
    [InlineData(SweepLever.Bandwidth, "101")]
    [InlineData(SweepLever.Llc, "1")]
    [InlineData(SweepLever.MaxDop, "0")]
    [InlineData(SweepLever.Cores, "1.5")]
    [InlineData(SweepLever.Cores, "")]
    public void Read_NoSettingOfTheLever_IsNull(object lever, string text) =>
        Assert.Null(SweepChoiceReader.ReadSetting((SweepLever)lever, text));
}
