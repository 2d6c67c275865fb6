using RgPolicy.Service.Hosting;

namespace RgPolicy.Service.Tests.Hosting;

public sealed class ServicePlacesTests
{
    [Fact]
    public void Usual_Root_IsOfTheHost() =>
        Assert.Equal(new ServicePlaces("/run/rgpolicy-service", "/var/lib/rgpolicy-service"), Usual(isRoot: true));

    [Fact]
    public void Usual_UnderAServiceManager_IsWhatItMade() =>
        Assert.Equal(
            new ServicePlaces("/run/x", "/var/lib/y"),
            Usual(isRoot: false, ("RUNTIME_DIRECTORY", "/run/x"), ("STATE_DIRECTORY", "/var/lib/y"))
        );

    [Fact]
    public void Usual_User_IsOfTheUser()
    {
        Assert.Equal(
            new ServicePlaces("/run/user/5/rgpolicy-service", "/home/u/.local/state/rgpolicy-service"),
            Usual(isRoot: false, ("XDG_RUNTIME_DIR", "/run/user/5"), ("HOME", "/home/u"))
        );
        Assert.Equal("/tmp/rgpolicy-service-u", Usual(isRoot: false, ("HOME", "/home/u")).RuntimeDirectory);
    }

    [Fact]
    public void Targets_NoDirectory_AreNone() => Assert.Empty(new ServicePlaces("/nowhere/at/all", "/").Targets());

    private static ServicePlaces Usual(bool isRoot, params (string Name, string Value)[] environment) =>
        ServicePlaces.Usual(
            isRoot,
            name => environment.FirstOrDefault(each => string.Equals(each.Name, name, StringComparison.Ordinal)).Value,
            "u"
        );
}
