using System.Runtime.CompilerServices;

namespace RgPolicy.Testing;

/// <summary>With RGPOLICY_CULTURE=tr-TR all tests of the project run under that culture: none may come
/// out differently.</summary>
internal static class CultureRun
{
    [ModuleInitializer]
    internal static void Start()
    {
        if (Environment.GetEnvironmentVariable("RGPOLICY_CULTURE") is { Length: > 0 } name)
            CultureInfo.DefaultThreadCurrentCulture = CultureInfo.CurrentCulture = Make(name);
    }

    // The programs carry no culture data, so the separators that differ are set here.
    private static CultureInfo Make(string name)
    {
        var culture = (CultureInfo)new CultureInfo(name).Clone();
        culture.NumberFormat.NumberDecimalSeparator = culture.NumberFormat.PercentDecimalSeparator = ",";
        culture.NumberFormat.NumberGroupSeparator = culture.NumberFormat.PercentGroupSeparator = ".";
        culture.NumberFormat.NegativeSign = "\u2212";
        culture.DateTimeFormat.DateSeparator = ".";
        culture.DateTimeFormat.TimeSeparator = ".";
        return culture;
    }
}
