using RgPolicy.Engine.Allot;

namespace RgPolicy.Engine.Tests.Allot;

/// <summary>The kernel's checks of a capacity mask, read off its text digit by digit.</summary>
internal static class KernelRules
{
    public static void AssertAccepts(CacheHardware hardware, ulong mask)
    {
        var digits = mask.ToString("b64", CultureInfo.InvariantCulture);
        var runs = digits.Split('0', StringSplitOptions.RemoveEmptyEntries);
        Assert.NotEmpty(runs);
        Assert.DoesNotContain('1', digits[..(64 - hardware.Ways)]);
        Assert.True(hardware.IsSparse || runs.Length == 1, digits);
        Assert.True(runs[^1].Length >= hardware.LeastBits, digits);
    }
}
