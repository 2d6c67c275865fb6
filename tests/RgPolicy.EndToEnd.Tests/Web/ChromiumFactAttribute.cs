namespace RgPolicy.EndToEnd.Tests.Web;

/// <summary>A test that needs the browser.</summary>
internal sealed class ChromiumFactAttribute : FactAttribute
{
    public const string Missing = "chromium is not here: run tools/setup";

    public ChromiumFactAttribute()
    {
        if (ProgramFactAttribute.Find("chromium") is null)
            Skip = Missing;
    }
}
