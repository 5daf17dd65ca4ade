// Writes an archive with the Alembic library. Its materials are assigned by path, inherited, written on a mesh, assigned
// to a set of faces, and a network of nodes:
//   write ARCHIVE
#include <Alembic/Abc/All.h>
#include <Alembic/AbcCoreOgawa/All.h>
#include <Alembic/AbcGeom/All.h>
#include <Alembic/AbcMaterial/All.h>
#include <string>
#include <vector>

using namespace Alembic::Abc;
using namespace Alembic::AbcGeom;
using namespace Alembic::AbcMaterial;

namespace {

void setColour(OCompoundProperty into, const std::string &name, float r, float g, float b) {
  OC3fProperty(into, name).set(C3f(r, g, b));
}

/** Two squares beside each other. */
OPolyMesh squares(OObject above, const std::string &name) {
  OPolyMesh mesh(above, name);
  const std::vector<V3f> points = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {0, 1, 0}, {1, 1, 0}, {2, 1, 0}};
  const std::vector<int32_t> corners = {0, 3, 4, 1, 1, 4, 5, 2}, counts = {4, 4};
  mesh.getSchema().set(OPolyMeshSchema::Sample(points, corners, counts));
  return mesh;
}

}  // namespace

int main(int, char **arguments) {
  OArchive archive(Alembic::AbcCoreOgawa::WriteArchive(), arguments[1]);
  OObject top(archive, kTop), looks(top, "looks");

  OMaterial skin(looks, "skin");
  skin.getSchema().setShader("arnold", "surface", "standard_surface");
  OCompoundProperty values = skin.getSchema().getShaderParameters("arnold", "surface");
  setColour(values, "base_color", 0.5f, 0.25f, 0.125f);
  OFloatProperty(values, "specular_roughness").set(0.75f);
  OFloatProperty(values, "coat").set(0.5f);

  OMaterial wet(skin, "wet");
  OFloatProperty(wet.getSchema().getShaderParameters("arnold", "surface"), "specular_roughness").set(0.25f);

  OMaterial net(looks, "net");
  net.getSchema().addNetworkNode("paint", "abc", "blinn");
  net.getSchema().addNetworkNode("picture", "abc", "texture");
  setColour(net.getSchema().getNetworkNodeParameters("paint"), "Cs", 0, 0.5f, 1);
  OStringProperty(net.getSchema().getNetworkNodeParameters("picture"), "map_name").set("a.tx");
  net.getSchema().setNetworkNodeConnection("paint", "Kd", "picture", "out");
  net.getSchema().setNetworkTerminal("abc", "surface", "paint", "out");

  OXform group(top, "group");
  addMaterialAssignment(group, "/looks/skin");
  squares(group, "inherits");
  addMaterialAssignment(squares(group, "wet"), "/looks/skin/wet");
  OPolyMesh own = squares(group, "own");
  setColour(addMaterial(own).getShaderParameters("arnold", "surface"), "base_color", 1, 0, 0);
  OPolyMesh sets = squares(top, "sets");
  OFaceSet set = sets.getSchema().createFaceSet("left");
  set.getSchema().set(OFaceSetSchema::Sample(std::vector<int32_t>{0}));
  addMaterialAssignment(set, "/looks/net");
  return 0;
}
